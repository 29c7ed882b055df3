export const en = {
  until: (count: number, unit: 'days' | 'hours', penalty: string): string =>
    `Until ${count} ${count === 1 ? unit.slice(0, -1) : unit} before the arrival: ${penalty}.`,
  afterwards: (penalty: string): string => `Afterwards: ${penalty}.`,
  noShow: (penalty: string): string => `No-show: ${penalty}.`,
  grace: (minutes: number, hours: number): string =>
    hours > 0
      ? `Free within ${minutes} minutes after the booking, if the arrival is at least ${hours} hours away then.`
      : `Free within ${minutes} minutes after the booking.`,
  countedFrom: (time: string): string => `Counted from ${time} on the day of arrival.`,
  none: 'nothing is kept',
  percentOfRoom: (percent: string): string => `${percent} of the accommodation is kept`,
  percentOfTotal: (percent: string): string => `${percent} of the total is kept`,
  nights: (n: number): string => (n === 1 ? 'the first night is kept' : `the first ${n} nights are kept`),
  fixed: (amount: string): string => `${amount} is kept`,
  noPolicy: 'Sold without a cancellation policy.',
};

export type PolicyTexts = typeof en;
