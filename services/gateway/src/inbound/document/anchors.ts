/** The fragment of an operation on the reference page; its element has the same text as its id. */
export function operationAnchor({ tag, operationId }: { tag: string; operationId: string }): string {
  return `${tagAnchor(tag)}/${operationId}`;
}

export function tagAnchor(tag: string): string {
  return `#/${encodeURIComponent(tag)}`;
}

export function recordAnchor(name: string): string {
  return `#/schemas/${name}`;
}

/** An id as the browser compares it with the fragment: percent-encoded, because an id has no spaces. */
export function idOf(anchor: string): string {
  return anchor.slice(1);
}
