/** Counts what a request takes, in the unit in which its work is done; each service adds its own before it begins with it. */
export interface WorkCounter {
  readonly total: number;
  add(units: number): void;
}

export function createWorkCounter(): WorkCounter {
  return new Counter();
}

/** One is made for each request: a class has its methods once. */
class Counter implements WorkCounter {
  total = 0;

  add(units: number): void {
    this.total += units;
  }
}
