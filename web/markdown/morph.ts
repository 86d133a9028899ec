/** Makes a node's children equal to those of a fragment, keeping nodes that fit: selection, focus and scroll stay. */
export function morph(target: Node, wanted: Node): void {
  const next = [...wanted.childNodes];
  const current = [...target.childNodes];
  for (const [index, node] of next.entries()) {
    const old = current[index];
    if (!old) target.appendChild(node);
    else if (!fits(old, node)) target.replaceChild(node, old);
    else change(old, node);
  }
  for (const extra of current.slice(next.length)) target.removeChild(extra);
}

function fits(old: Node, node: Node): boolean {
  return old.nodeType === node.nodeType && old.nodeName === node.nodeName;
}

function change(old: Node, node: Node): void {
  if (old instanceof CharacterData && node instanceof CharacterData) changeText(old, node.data);
  if (old instanceof Element && node instanceof Element) {
    changeAttributes(old, node);
    morph(old, node);
  }
}

/** Appending keeps a selection that replacing would lose. */
function changeText(old: CharacterData, data: string): void {
  if (data === old.data) return;
  if (data.startsWith(old.data)) old.appendData(data.slice(old.data.length));
  else old.data = data;
}

function changeAttributes(old: Element, node: Element): void {
  for (const { name } of [...old.attributes]) if (!node.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...node.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
