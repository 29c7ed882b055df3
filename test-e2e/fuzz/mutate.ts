import type { Random } from '../harness/random.ts';
import { hostileValue } from './hostile-values.ts';

type Container = Record<string, unknown>;

/** A copy of the body with one or two of its values replaced, removed, moved or added. */
export function mutate(random: Random, body: unknown): unknown {
  if (random.chance(5)) return hostileValue(random);
  const copy: unknown = structuredClone(body);
  for (let step = random.int(1, 2); step > 0; step -= 1) {
    const container = random.pick(containersOf(copy));
    if (container === undefined) return hostileValue(random);
    mutateOne(random, container);
  }
  return copy;
}

function mutateOne(random: Random, container: Container): void {
  const name = random.pick(Object.keys(container));
  switch (random.int(0, 5)) {
    case 0:
      if (name !== undefined) delete container[name];
      break;
    case 1:
      setOwn(container, random.pick(['__proto__', 'constructor', 'tenantId', 'state', 'id', 'x\u0000']), 'x');
      break;
    case 2:
      if (name !== undefined) container[name] = [container[name], container[name]];
      break;
    default:
      if (name !== undefined) container[name] = hostileValue(random);
  }
}

/** An own property, where an assignment to `__proto__` would set the prototype. */
function setOwn(container: Container, name: string, value: unknown): void {
  Object.defineProperty(container, name, { value, enumerable: true, configurable: true, writable: true });
}

function containersOf(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Container, ...Object.values(value).flatMap(containersOf)];
}
