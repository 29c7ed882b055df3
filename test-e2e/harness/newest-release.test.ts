import { expect, it } from 'vitest';
import { newestRelease } from './newest-release.ts';

it.each([
  [['v1.9.0', 'v1.10.0', 'v1.2.11'], 'v1.10.0'],
  [['v0.9.9', 'v1.0.0'], 'v1.0.0'],
  [['v2.0.0-rc.1', 'v1.0.1', 'widget-v3.0.0', 'v4'], 'v1.0.1'],
  [['v0.1.0'], undefined],
  [[], undefined],
])('of the tags %j the newest release is %s', (tags, newest) => {
  expect(newestRelease(tags)).toBe(newest);
});
