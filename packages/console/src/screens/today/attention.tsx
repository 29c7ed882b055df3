import { Link } from '@tanstack/react-router';
import { useTexts } from '../../texts/use-texts.ts';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './today.module.css';
import { useAttention } from './use-attention.ts';
import type { Day } from './use-day.ts';

export function Attention({ day }: { readonly day: Day }) {
  const { today: texts } = useTexts();
  const { items, error, isLoaded, readAgain } = useAttention(day);
  return (
    <div id="attention">
      <Section title={texts.attention}>
        {!isLoaded && <Skeleton rows={2} />}
        {items.length > 0 && (
          <ul className={css.attention}>
            {items.map(({ key, words, link }) => (
              <li key={key}>
                <Link {...link}>
                  <bdi>{words}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {isLoaded && items.length === 0 && error === null && <p className="quiet">{texts.nothingBroken}</p>}
        <Refusal error={error} onTryAgain={readAgain} />
      </Section>
    </div>
  );
}
