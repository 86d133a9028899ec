/** Short messages at the edge of the page: a failure, or an action that can be undone. */

interface Toast {
  id: number;
  text: string;
  level: "info" | "error";
  action: { label: string; run(): void } | null;
}

const SHOWN_MS = 6_000;

let list = $state.raw<Toast[]>([]);
let count = 0;

export const toasts = {
  get list(): Toast[] {
    return list;
  },
  dismiss(id: number): void {
    list = list.filter((toast) => toast.id !== id);
  },
};

export function tell(text: string, options: Partial<Pick<Toast, "level" | "action">> = {}): void {
  count += 1;
  const id = count;
  const same = list.filter((toast) => toast.text !== text);
  list = [...same.slice(-2), { id, text, level: options.level ?? "info", action: options.action ?? null }];
  setTimeout(() => toasts.dismiss(id), SHOWN_MS);
}
