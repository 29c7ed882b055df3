import type { Fault } from './fault.ts';
import { changeFaults } from './faults/changes.ts';
import { freezes } from './faults/freeze.ts';
import { kills } from './faults/kill.ts';
import { linkFaults } from './faults/links.ts';
import { natsFaults } from './faults/nats.ts';
import { postgresFaults } from './faults/postgres.ts';
import { providerFaults } from './faults/provider.ts';
import { redisFaults } from './faults/redis.ts';
import { seconds } from './faults/second.ts';

export const allFaults: readonly Fault[] = [
  ...kills,
  ...freezes,
  ...seconds,
  ...postgresFaults,
  ...natsFaults,
  ...redisFaults,
  ...providerFaults,
  ...linkFaults,
  ...changeFaults,
];

export function faultsNamed(names: readonly string[]): Fault[] {
  return names.map((name) => {
    const found = allFaults.find((fault) => fault.name === name);
    if (found === undefined)
      throw new Error(`no fault "${name}". There are: ${allFaults.map((fault) => fault.name).join(', ')}`);
    return found;
  });
}
