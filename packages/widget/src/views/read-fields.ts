import { GUEST_FIELDS } from '../machine/model.ts';
import type { GuestField } from '../machine/model.ts';

export interface FormField {
  readonly name: GuestField;
  readonly required: boolean;
}

/** Of the attribute `fields`: names with spaces between them, `!` after each that is required. */
export function readFields(text: string | null | undefined): FormField[] {
  const words = (text ?? 'name!').split(/\s+/);
  return GUEST_FIELDS.flatMap((name) => {
    const required = words.includes(`${name}!`);
    return required || words.includes(name) ? [{ name, required }] : [];
  });
}
