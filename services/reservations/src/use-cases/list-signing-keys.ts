// list-signing-keys: the public halves of the keys that sign quotes and guest tokens.
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { SigningKeys } from './ports.ts';

export async function listSigningKeys(deps: {
  readonly signingKeys: Pick<SigningKeys, 'publicKeys'>;
}): Promise<Result<{ keys: Record<string, unknown>[] }>> {
  return ok({ keys: await deps.signingKeys.publicKeys() });
}
