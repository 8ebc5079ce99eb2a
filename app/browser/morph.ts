/** Attributes that scripts and visitors change. */
const KEPT: ReadonlySet<string> = new Set(['hidden', 'open', 'data-fresh']);

/** Also of elements of a frame, whose classes are others. */
const isElement = (node: Node): node is Element => node.nodeType === 1;

/** Returns what makes a node the same in two versions of a page: its kind, and what names it. */
function keyOf(node: Node): string {
  if (!isElement(node)) return node.nodeName;
  const name = node.querySelector(':scope > th, :scope > tr > th, :scope > header h1, :scope > header h2');
  const part = name?.firstChild?.textContent;
  return [node.nodeName, node.id, node.getAttribute('class'), part].join(' ');
}

/** Changes a node into another version of it. What is the same stays, with its focus, selection, and scroll position. */
export function morph(from: Node, to: Node): void {
  if (isElement(from) && isElement(to)) morphAttributes(from, to);
  else if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
  let old = from.firstChild;
  // A copy, because new nodes move.
  const all = [...to.childNodes];
  for (const next of all) {
    let match = old;
    while (match && keyOf(match) !== keyOf(next)) match = match.nextSibling;
    if (match) {
      removeUntil(old, match);
      morph(match, next);
      old = match.nextSibling;
    } else from.insertBefore(document.adoptNode(next), old);
  }
  removeUntil(old, null);
}

function removeUntil(first: ChildNode | null, end: ChildNode | null): void {
  for (let node = first; node && node !== end;) {
    const { nextSibling } = node;
    node.remove();
    node = nextSibling;
  }
}

function morphAttributes(from: Element, to: Element): void {
  for (const name of new Set([...from.getAttributeNames(), ...to.getAttributeNames()])) {
    const value = to.getAttribute(name);
    if (KEPT.has(name) || value === from.getAttribute(name)) continue;
    if (value === null) from.removeAttribute(name);
    else from.setAttribute(name, value);
  }
}
