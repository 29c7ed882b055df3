// What the broken rule forbids to import.

export interface HoldStore {
  id: string;
}
