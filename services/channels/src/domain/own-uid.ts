// Owns the mark by which our own events are known again when they come back through somebody else's calendar.

export const OWN_UID_SUFFIX = '@lodging';

export function isOwnUid(uid: string): boolean {
  return uid.endsWith(OWN_UID_SUFFIX);
}
