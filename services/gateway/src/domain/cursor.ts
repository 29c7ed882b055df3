import { isUuid } from '@lodging/kernel';

const UUID_LENGTH = 36;

export interface Position {
  readonly createdAt: string;
  readonly id: string;
}

/** The list and the tenant that a cursor was made for; it opens for no other. */
export interface CursorScope {
  readonly list: string;
  readonly tenantId: string;
}

/** Seals text so that nobody without the secret can make or change it. `open` answers undefined for any other text. */
export interface Seal {
  seal(text: string, scope: string): string;
  open(sealed: string, scope: string): string | undefined;
}

/** A position in words is that of a list whose owner has an order of its own. */
export function writeCursor(seal: Seal, scope: CursorScope, position: Position | string): string {
  const text = typeof position === 'string' ? position : `${position.id} ${position.createdAt}`;
  return seal.seal(text, scopeText(scope));
}

export function readCursor(seal: Seal, scope: CursorScope, cursor: string): Position | undefined {
  const text = seal.open(cursor, scopeText(scope));
  if (text === undefined) return undefined;
  const id = text.slice(0, UUID_LENGTH);
  const createdAt = text.slice(UUID_LENGTH + 1);
  return isUuid(id) && createdAt !== '' ? { createdAt, id } : undefined;
}

export function readCursorInWords(seal: Seal, scope: CursorScope, cursor: string): string | undefined {
  return seal.open(cursor, scopeText(scope));
}

function scopeText({ list, tenantId }: CursorScope): string {
  return `${tenantId} ${list}`;
}
