import { nightsQuery } from '../../api/queries/metrics.ts';
import { useRead } from '../../api/use-read.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Table, numbers } from '../../ui/table.tsx';
import { Day } from '../../ui/when.tsx';
import css from './today.module.css';

const NEXT_DAYS = 14;

/** How full the next days are, as bars with their numbers. */
export function NextDays({ from }: { readonly from: string }) {
  const { today: texts } = useTexts();
  const { percent } = useFormats();
  const { data, error, refetch } = useRead(nightsQuery(from, NEXT_DAYS));
  if (data !== undefined && data.length < 2) return null;
  return (
    <div id="next-days">
      <Section title={texts.nextDays}>
        <Refusal error={error} onTryAgain={() => refetch()} />
        {data && (
          <Table label={texts.nextDays} columns={[texts.date, texts.occupancy, numbers(texts.free)]}>
            {data.map(({ date, roomNightsSold: sold, roomNightsAvailable: all, arrivals, departures }) => (
              <tr key={date} className={css.days} title={texts.inOut(arrivals, departures)}>
                <td>
                  <Day date={date} isShort />
                </td>
                <td className={css.barCell}>
                  <meter className={css.bar} min={0} max={Math.max(1, all)} value={sold} aria-hidden="true" />
                  {percent(all === 0 ? 0 : Math.round((sold * 100) / all) * 100)}
                </td>
                <td className="number">{all - sold}</td>
              </tr>
            ))}
          </Table>
        )}
      </Section>
    </div>
  );
}
