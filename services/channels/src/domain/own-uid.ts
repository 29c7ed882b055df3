const OF_LODGING = '@lodging';

/** Another house's feed is a calendar like any other, on the same Lodging too. Ids are made of time first, so the end tells. */
export function houseOf(tenantId: string): string {
  return `.${tenantId.slice(-12)}`;
}

/** The same for as long as the entry lives. */
export function ownUid(id: string, house: string): string {
  return `${id}${house}${OF_LODGING}`;
}

/** Of an empty house: that of any. */
export function isOwnUid(uid: string, house: string): boolean {
  return uid.endsWith(`${house}${OF_LODGING}`);
}
