import type { Caller, RequestContext } from '@lodging/kit-runtime';
import type { Actor, Author } from '../domain/history.ts';

const KINDS: Readonly<Record<Caller['kind'], Actor['kind']>> = {
  secret: 'secret_key',
  publishable: 'publishable_key',
  operator: 'operator',
  platform: 'platform',
  service: 'system',
};

/** The key, or the operator of the session, that sends the request. */
export function authorOf({ caller, requestId }: RequestContext): Author {
  const id = (caller.kind === 'operator' ? caller.operatorId : caller.keyId) ?? null;
  return { actor: { kind: KINDS[caller.kind], id }, requestId, note: null };
}

/** Who proves to be the guest, by a code or a token; the note names the key that carried it. */
export function guestOf(ctx: RequestContext): Author {
  const { actor, requestId } = authorOf(ctx);
  return { actor: { kind: 'guest', id: null }, requestId, note: `${actor.kind} ${actor.id ?? ''}`.trim() };
}

export function timerAuthor(name: string): Author {
  return { actor: { kind: 'system', id: name }, requestId: null, note: null };
}

/** `eventId`: the provider's id of what it reported, where it is known. */
export function providerAuthor(eventId: string | null): Author {
  return { actor: { kind: 'provider', id: eventId }, requestId: null, note: null };
}
