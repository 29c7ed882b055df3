import { BillTable } from '../../desk/bill-table.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { Section } from '../../ui/section.tsx';
import type { Stay } from './stay.ts';

export function BillSection({ booking }: Stay) {
  const { booking: texts } = useTexts();
  const { bill } = booking;
  return (
    <Section title={texts.bill}>
      {bill === null ? <p>{texts.noBill}</p> : <BillTable bill={bill} label={texts.bill} />}
    </Section>
  );
}
