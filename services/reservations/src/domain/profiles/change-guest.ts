import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { checkMetadata, mergeMetadata } from '../stay/metadata.ts';
import type { MetadataPatch } from '../stay/metadata.ts';
import type { Consent, Guest, GuestProfile } from './guest.ts';
import { guestErased } from './refusals.ts';

/** Fields that an operator may write; what is undefined stays as it is. */
export interface GuestPatch {
  readonly name?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly metadata?: MetadataPatch | undefined;
  readonly consents?: readonly Consent[] | undefined;
}

/** The profile with its new fields. */
export function changeGuestProfile(
  guest: Guest,
  patch: GuestPatch,
): Result<GuestProfile & { readonly email: string }, Refusal<'validation_failed' | 'guest_erased'>> {
  const { email, erasedAt } = guest;
  if (erasedAt !== null || email === null) return guestErased();
  const metadata =
    patch.metadata === undefined ? guest.metadata : mergeMetadata(guest.metadata, patch.metadata);
  const checked = checkMetadata(metadata);
  if (!checked.ok) return checked;
  return ok({
    email,
    name: patch.name === undefined ? guest.name : patch.name,
    phone: patch.phone === undefined ? guest.phone : patch.phone,
    language: patch.language === undefined ? guest.language : patch.language,
    notes: patch.notes === undefined ? guest.notes : patch.notes,
    metadata,
    consents: patch.consents ?? guest.consents,
  });
}
