/** Who asked for a change, and in which request. */
export interface Requester {
  readonly kind: 'secret_key' | 'publishable_key' | 'operator' | 'platform' | 'system';
  /** Of the key, or of the operator. */
  readonly id: string | null;
  readonly requestId: string | null;
}
