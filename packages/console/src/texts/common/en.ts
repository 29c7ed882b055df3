import type { ReservationState } from '@lodging/client';

/** A word for each state of a booking. */
type StateTexts = Readonly<Record<ReservationState, string>>;

export const en = {
  states: {
    pending: 'Being made',
    held: 'Held',
    confirmed: 'Confirmed',
    checked_in: 'Checked in',
    checked_out: 'Checked out',
    cancelled: 'Cancelled',
    no_show: 'No-show',
    expired: 'Expired',
  } as StateTexts,
  balances: { none: 'None', scheduled: 'Scheduled', due: 'Due', paid: 'Paid' },
  sources: { direct: 'Online', manual: 'Desk' },
  noName: 'No name',
  nights: (n: number): string => (n === 1 ? '1 night' : `${n} nights`),
  party: (adults: number, children: number): string =>
    [
      `${adults} ${adults === 1 ? 'adult' : 'adults'}`,
      ...(children > 0 ? [`${children} ${children === 1 ? 'child' : 'children'}`] : []),
    ].join(', '),
  units: (n: number): string => (n === 1 ? '1 unit' : `${n} units`),
  close: 'Close',
  cancel: 'Not now',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser did not copy it.',
  tryAgain: 'Try again',
  loading: 'Loading',
  none: '–',
  yes: 'Yes',
  no: 'No',
  code: 'Code',
  requestId: 'Request',
  showMore: 'Show more',
  shown: (n: number, more: boolean): string => (more ? `${n} shown, more exist` : `${n} shown`),
  downloadCsv: 'Download CSV',
  csvStopped: (n: number): string => `The file has the first ${n} rows; there are more.`,
  print: 'Print',
  leave: 'Leave without saving?',
  keepEditing: 'Keep editing',
  discard: 'Discard changes',
  notSaved: 'What was typed is not saved.',
  required: 'Fill this in.',
  changedMeanwhile: (fields: string): string => `This was changed meanwhile: ${fields}.`,
  applyMine: 'Apply mine to the new version',
  retryAfter: (seconds: number): string => `Try again in ${seconds} s.`,
  alternatives: 'Nearest alternatives',
  whoMay: {
    operate: 'A manager can change this.',
    book: 'A front desk can change this.',
    house: 'A front desk can resolve conflicts.',
    'guest:erase': 'A manager can erase this guest and export the data.',
  },
  back: 'Back',
};

export type CommonTexts = typeof en;
