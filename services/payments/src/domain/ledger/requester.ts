/** The party that requested a change, and its request. */
export interface Requester {
  readonly kind: 'secret_key' | 'publishable_key' | 'operator' | 'platform' | 'system';
  /** Of the key, or of the operator. */
  readonly id: string | null;
  readonly requestId: string | null;
  /** The guest sent it, by the link in a mail; kind and id are those of the key that carried it. */
  readonly byGuest?: true | undefined;
}

/** The part of a request's context that says who sends it. */
export interface Sender {
  readonly caller: {
    readonly kind: 'secret' | 'publishable' | 'operator' | 'platform' | 'service';
    readonly keyId?: string | undefined;
    readonly operatorId?: string | undefined;
  };
  readonly requestId: string;
}

const KINDS: Readonly<Record<Sender['caller']['kind'], Requester['kind']>> = {
  secret: 'secret_key',
  publishable: 'publishable_key',
  operator: 'operator',
  platform: 'platform',
  service: 'system',
};

/** The key, or the operator of the session, that sends the request; with a key, the guest who uses it may be the sender. */
export function requesterOf({ caller, requestId }: Sender, byGuest?: true): Requester {
  const id = (caller.kind === 'operator' ? caller.operatorId : caller.keyId) ?? null;
  return { kind: KINDS[caller.kind], id, requestId, ...(byGuest && { byGuest }) };
}
