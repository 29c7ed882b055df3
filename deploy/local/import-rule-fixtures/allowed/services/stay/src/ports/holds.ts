// Keeps the rules.

export interface HoldRepository {
  save(amount: bigint): Promise<void>;
}
