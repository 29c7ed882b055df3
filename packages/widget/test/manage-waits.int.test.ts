import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { moveTo } from './fake-changes.ts';
import { button, PAY, text, useManagePage } from './open-manage-page.ts';
import type { Reply } from './open-manage-page.ts';
import { enterDates, visitToChange } from './visit-to-change.ts';

useManagePage();

const BOOKING = 'GET /v1/manage/booking';
const WAITS = 'Your new dates wait for the payment';
const refused: Reply = [429, { code: 'rate_limited', title: 'rate_limited', status: 429 }];
const waiting = (page: Page) => page.getByText(WAITS);

/** The page after a guest has left the page of the provider without paying. */
async function visitWaiting(): ReturnType<typeof visitToChange> {
  const opened = await visitToChange({}, '12000');
  const { page } = opened;
  await enterDates(page, '2027-06-10', '2027-06-13');
  await button(page, 'Change and pay €120.00').click();
  await page.waitForURL(`${PAY}/cs_1`);
  await page.goBack();
  await waiting(page).waitFor();
  return opened;
}

describe('a change that waits', () => {
  it('ends with the booking that the guest cancels, whose fee can be paid', async () => {
    const { page, managed, replies } = await visitWaiting();
    const cancel = replies['POST /v1/manage/cancel'];
    replies['POST /v1/manage/cancel'] = (request) => {
      const answer = cancel?.(request) ?? refused;
      managed.payments.dueMinorUnits = '4500';
      managed.may.pay = true;
      return answer;
    };
    await button(page, 'Cancel booking').click();
    await page.getByRole('heading', { name: 'Cancel this booking?' }).waitFor();
    await page.locator('lodging-manage .danger').click();
    await page.getByText('Your booking is cancelled.').waitFor();
    expect(await waiting(page).count()).toBe(0);
    expect(await button(page, 'Pay €120.00').count()).toBe(0);
    await button(page, 'Pay €45.00').waitFor();
  });

  it('is no more where the property has given it up', async () => {
    const { page, managed } = await visitWaiting();
    managed.may.changeDates = true;
    await page.clock.runFor(5_000);
    await page.getByText('The change was not paid. Your dates are as before.').waitFor();
    expect(await waiting(page).count()).toBe(0);
    await button(page, 'Change dates').waitFor();
  });

  it('is read again after a read that failed', async () => {
    const { page, managed, replies } = await visitWaiting();
    const read = replies[BOOKING];
    let failed = 0;
    replies[BOOKING] = () => {
      failed += 1;
      return refused;
    };
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return failed;
      })
      .toBeGreaterThan(2);
    expect(await waiting(page).count()).toBe(1);
    moveTo(managed, { to: '2027-06-13T08:00:00.000Z' });
    if (read !== undefined) replies[BOOKING] = read;
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return page.getByText('Your dates are changed.').count();
      })
      .toBe(1);
  });
});

describe('a booking that cannot be read after what the guest did', () => {
  it('is not shown as it was before: the guest reads it again', async () => {
    const { page, replies } = await visitToChange();
    await enterDates(page, '2027-06-10', '2027-06-13');
    await button(page, 'Change the dates').waitFor();
    const read = replies[BOOKING];
    replies[BOOKING] = () => [403, { code: 'guest_may_not', title: 'guest_may_not', status: 403 }];
    await button(page, 'Change the dates').click();
    await button(page, 'Try again').waitFor();
    expect(await text(page)).not.toContain('Sat, June 12, 2027');
    if (read !== undefined) replies[BOOKING] = read;
    await button(page, 'Try again').click();
    await page.getByText('Your dates are changed.').waitFor();
    expect(await text(page)).toContain('Sun, June 13, 2027');
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.id')).toBe('heading');
  });
});
