const LODGING = '@lodging';

/**
 * Marks the UIDs of one tenant, so that it skips its own events when they come back in another calendar, but not the
 * events of another tenant of the same installation. UUIDs begin with their time, so the end of the tenant's id distinguishes them.
 */
export function tenantTag(tenantId: string): string {
  return `.${tenantId.slice(-12)}`;
}

/** The UID of a stay or block never changes. */
export function ownUid(id: string, tag: string): string {
  return `${id}${tag}${LODGING}`;
}

/** With an empty tag: the UID of any tenant. */
export function isOwnUid(uid: string, tag: string): boolean {
  return uid.endsWith(`${tag}${LODGING}`);
}
