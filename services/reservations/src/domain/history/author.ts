import type { Actor, Author } from './history.ts';

/** The part of a request's context that says who sends it. */
export interface Sender {
  readonly caller: {
    readonly kind: 'secret' | 'publishable' | 'operator' | 'platform' | 'service';
    readonly keyId?: string | undefined;
    readonly operatorId?: string | undefined;
  };
  readonly requestId: string;
}

const KINDS: Readonly<Record<Sender['caller']['kind'], Actor['kind']>> = {
  secret: 'secret_key',
  publishable: 'publishable_key',
  operator: 'operator',
  platform: 'platform',
  service: 'system',
};

/** The key, or the operator of the session, that sends the request. */
export function authorOf({ caller, requestId }: Sender): Author {
  const id = (caller.kind === 'operator' ? caller.operatorId : caller.keyId) ?? null;
  return { actor: { kind: KINDS[caller.kind], id }, requestId, note: null };
}

/** The guest, verified by a code or a token; the note names the key of the request. */
export function guestOf(sender: Sender): Author {
  const { actor, requestId } = authorOf(sender);
  return guestBy(actor, requestId);
}

/** The guest, whose request came with this key. */
export function guestBy(key: Actor, requestId: string | null): Author {
  return { actor: { kind: 'guest', id: null }, requestId, note: `${key.kind} ${key.id ?? ''}`.trim() };
}

export function timerAuthor(name: string): Author {
  return { actor: { kind: 'system', id: name }, requestId: null, note: null };
}

/** `eventId`: the provider's id of its notification, where it is known. */
export function providerAuthor(eventId: string | null): Author {
  return { actor: { kind: 'provider', id: eventId }, requestId: null, note: null };
}
