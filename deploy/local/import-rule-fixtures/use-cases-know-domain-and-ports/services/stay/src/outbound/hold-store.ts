// The other side of a broken law.

export interface HoldStore {
  id: string;
}
