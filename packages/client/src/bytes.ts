type Bytes = Uint8Array<ArrayBuffer>;

export function bytesOfText(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Base64 and base64url. Undefined where the text is neither. */
export function bytesOfBase64(text: string): Bytes | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
