export interface PerKeyQueue {
  /** Waits for a free place, then starts the work behind earlier work of the same key. The work may not throw. */
  run(key: string, work: () => Promise<void>): Promise<void>;
  idle(): Promise<void>;
}

export function perKeyQueue(places: number): PerKeyQueue {
  const lanes = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  return {
    async run(key, work) {
      while (running.size >= places) await Promise.race(running);
      const lane = (lanes.get(key) ?? Promise.resolve()).then(work);
      lanes.set(key, lane);
      running.add(lane);
      const leave = (): void => {
        running.delete(lane);
        if (lanes.get(key) === lane) lanes.delete(key);
      };
      void lane.then(leave, leave);
    },
    async idle() {
      while (running.size > 0) await Promise.race(running);
    },
  };
}
