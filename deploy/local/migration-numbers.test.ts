import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './home.ts';

function directories(): string[] {
  const services = readdirSync(join(repository, 'services')).map((name) => `services/${name}/migrations`);
  return [...services, 'packages/kit/messaging/migrations'];
}

it('gives no two migrations of a directory the same number, so that their order is the one in review', () => {
  const numbered = directories().flatMap((directory) =>
    readdirSync(join(repository, directory)).map((file) => `${directory}/${file.slice(0, 4)}`),
  );
  expect(numbered.length).toBeGreaterThan(20);
  const twice = numbered.filter((number, index) => numbered.indexOf(number) !== index);
  expect(twice).toEqual([]);
});
