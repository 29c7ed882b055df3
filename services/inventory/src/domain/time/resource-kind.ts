export type ResourceKind = 'hotel_room' | 'apartment' | 'villa' | 'generic';

/** A generic resource has no room type and no rate plans; it is booked by the exact instant. */
export function isGeneric(resource: { readonly kind: ResourceKind }): boolean {
  return resource.kind === 'generic';
}
