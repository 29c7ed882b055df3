import { expect, it, onTestFinished, vi } from 'vitest';
import { warnDeveloper } from './warn-developer.ts';

const at = (address: string): Location => Object(new URL(address));

it('a live key on this machine is named in the console, once', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => error.mockRestore());
  for (const [key, address] of [
    ['pk_test_1', 'http://localhost:3000/'],
    ['pk_live_1', 'https://localhost:3000/'],
    ['pk_live_1', 'https://hotel.example/'],
    ['pk_live_1', 'http://localhost.example/'],
  ] as const)
    warnDeveloper(key, at(address));
  expect(error).not.toHaveBeenCalled();
  for (const address of ['http://localhost:3000/book', 'http://127.0.0.1/'])
    warnDeveloper('pk_live_1', at(address));
  expect(error.mock.calls).toEqual([[expect.stringMatching(/http:\/\/localhost:3000\. .*pk_test_…/)]]);
});
