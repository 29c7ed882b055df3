const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

const NUMBER = /^[0-9A-Z]{8}$/;

export type TypedBooking =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'number'; readonly number: string };

/** The id of a booking, or its number with or without a hyphen; null: it is neither. */
export function readBooking(typed: string): TypedBooking | null {
  const text = typed.trim();
  if (UUID.test(text)) return { kind: 'id', id: text.toLowerCase() };
  const number = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return NUMBER.test(number) ? { kind: 'number', number } : null;
}
