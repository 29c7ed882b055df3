import type { Page } from 'playwright-core';
import { changeQuote, changedBy, moveTo } from './fake-changes.ts';
import { button, visit } from './open-manage-page.ts';
import type { Reply, Visit } from './open-manage-page.ts';

const UNTIL = '2027-06-01T10:15:00.000Z';

export interface ChangeVisit extends Visit {
  readonly quoted: object[];
}

/** Guests may change dates; 20 to 24 June is taken. */
export async function visitToChange(
  options: Parameters<typeof visit>[0] = {},
  due = '0',
): Promise<ChangeVisit> {
  const opened = await visit({ ...options, mayChange: true });
  const { managed, replies } = opened;
  const quoted: object[] = [];
  replies['POST /v1/manage/change-quotes'] = (request) => {
    const ends = request.postDataJSON() as { from?: string; to?: string };
    quoted.push(ends);
    return quoteOf(managed, ends, due);
  };
  replies['POST /v1/manage/changes'] = () => {
    if (due !== '0') {
      managed.may.changeDates = false;
      return [201, changedBy(managed, { state: 'awaiting_payment', expiresAt: UNTIL, due })];
    }
    moveTo(managed, { to: '2027-06-13T08:00:00.000Z' });
    return [201, changedBy(managed, { state: 'applied', expiresAt: null, due })];
  };
  await opened.page.getByText('A7P7K3Q9').waitFor();
  return { ...opened, quoted };
}

function quoteOf(managed: Visit['managed'], ends: { from?: string; to?: string }, due: string): Reply {
  const { startsAt, endsAt } = managed.booking;
  const [from, to] = [ends.from ?? startsAt, ends.to ?? endsAt];
  if (from < '2027-06-24' && to > '2027-06-20T12')
    return [
      409,
      { code: 'unavailable', title: 'unavailable', status: 409, reasons: ['reserved', 'min_stay'] },
    ];
  return [200, changeQuote(managed, { from, to, due })];
}

export async function enterDates(page: Page, from: string, to: string): Promise<void> {
  await button(page, 'Change dates').click();
  await page.getByLabel('Arrival').fill(from);
  await page.getByLabel('Departure').fill(to);
  await button(page, 'Check the price').click();
}
