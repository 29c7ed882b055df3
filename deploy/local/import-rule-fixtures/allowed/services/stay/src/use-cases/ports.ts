// Lawful.

export interface HoldStore {
  save(amount: bigint): Promise<void>;
}
