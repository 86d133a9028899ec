/** For what gives no event: asks again until it holds, a bounded number of times. */
const ATTEMPTS = 1200;
const PAUSE_MS = 50;

export async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const value = await read();
    if (holds(value)) return value;
    if (attempt === ATTEMPTS)
      throw new Error(`it did not come to hold; the last was ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
