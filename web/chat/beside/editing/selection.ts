/** The selected text in the element, in a field of it too; empty without a selection there. */
export function selectedIn(element: HTMLElement): string {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement && element.contains(field))
    return field.value.slice(field.selectionStart, field.selectionEnd).trim();
  const selection = getSelection();
  return selection?.anchorNode && element.contains(selection.anchorNode) ? selection.toString().trim() : "";
}
