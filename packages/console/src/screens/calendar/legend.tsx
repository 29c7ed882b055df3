import { useMay } from '../../api/permissions.ts';
import { useTexts } from '../../texts/use-texts.ts';
import css from './calendar.module.css';
import chart from './chart/chart.module.css';
import { SIGNS } from './chart/use-bar-words.ts';
import type { Mark } from './chart/use-bar-words.ts';

const MARKS = Object.keys(SIGNS) as Mark[];

/** What the bars and their marks mean; always there. */
export function Legend({ hasPrices }: { readonly hasPrices: boolean }) {
  const { calendar: texts } = useTexts();
  const may = useMay();
  const bars = Object.entries(texts.legendBars);
  return (
    <div className={css.legend}>
      <ul aria-label={texts.legend}>
        {bars.map(([tone, word]) => (
          <li key={tone}>
            <span aria-hidden="true" className={`${css.sample} ${chart[tone] ?? ''}`} />
            {word}
          </li>
        ))}
        {MARKS.map((mark) => (
          <li key={mark}>
            <span aria-hidden="true" className={css.sign}>
              {SIGNS[mark]}
            </span>
            {texts.marks[mark]}
          </li>
        ))}
        <li>
          <span aria-hidden="true" className={css.sign}>
            ×n
          </span>
          {texts.severalUnits}
        </li>
      </ul>
      <p>
        {hasPrices && texts.pricesMean} {texts.interchangeable} {(may('book') || may('house')) && texts.hint}
      </p>
    </div>
  );
}
