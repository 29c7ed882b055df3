import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole } from './open-console.ts';
import type { Site } from './open-console.ts';

let site: Site;
beforeAll(async () => {
  site = await openConsole();
});
afterAll(async () => site.close());

it('a search keeps the focus and each letter, also those that are typed after it has begun', async () => {
  for (const [path, label] of [
    ['/bookings', 'Search bookings'],
    ['/guests', 'Search guests'],
  ] as const) {
    const { page, context } = await site.open({ path });
    const field = page.getByRole('searchbox', { name: label });
    await field.pressSequentially('Ada');
    await context.clock.runFor(400);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('Ada');
    await field.and(page.locator(':focus')).waitFor();
    // A letter that is a shortcut outside of fields.
    await page.keyboard.type('n');
    await context.clock.runFor(400);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('Adan');
    expect(await field.inputValue()).toBe('Adan');
    await context.close();
  }
});

it('a field that stands in the address loses no letter, however fast it is typed', async () => {
  const fields = [
    ['/calendar', 'Find a resource', 'find'],
    ['/bookings', 'Your reference', 'reference'],
  ] as const;
  for (const [path, label, name] of fields) {
    const { page, context } = await site.open({ path });
    if (name === 'reference') await page.getByText('Your own data').click();
    const field = page.getByLabel(label, { exact: true });
    await field.evaluate((input, text) => {
      if (!(input instanceof HTMLInputElement)) return;
      const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      for (const letter of text) {
        native?.set?.call(input, input.value + letter);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, 'Room 102');
    expect(await field.inputValue()).toBe('Room 102');
    await expect.poll(() => new URL(page.url()).searchParams.get(name)).toBe('Room 102');
    expect(await field.inputValue()).toBe('Room 102');
    await context.close();
  }
});

it('a filter is on as soon as it is pressed, and off once all are cleared', async () => {
  const { page } = await site.open({ path: '/bookings' });
  const box = page.getByRole('checkbox', { name: 'Confirmed' });
  const isChecked = await box.evaluate((input: HTMLInputElement) => {
    input.click();
    return input.checked;
  });
  expect(isChecked).toBe(true);
  await expect.poll(() => new URL(page.url()).search).toBe('?state=confirmed');
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await box.isChecked()).toBe(false);
});

it('an address with what is no date shows the day that it would show without', async () => {
  for (const [path, heading] of [
    ['/?date=x', /Thu 10 Jun 2027/],
    ['/reports?since=x&from=2027-02-31', 'Figures'],
  ] as const) {
    const { page, context, faults } = await site.open({ path });
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  }
});
