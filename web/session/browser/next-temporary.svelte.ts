/** Whether the next new conversation is a temporary chat. */
let isOn = $state(false);

export const nextTemporary = {
  get isOn(): boolean {
    return isOn;
  },
  set isOn(next: boolean) {
    isOn = next;
  },
};
