import type { Guest } from '@lodging/client';
import { useSession } from '../../api/session.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Day, localDate } from '../../ui/when.tsx';
import css from './guests.module.css';

export function GuestFacts({ guest }: { readonly guest: Guest }) {
  const { guests: texts, common } = useTexts();
  const { timezone } = useSession().tenant;
  const day = (at: string | null) => (at === null ? common.none : <Day date={localDate(at, timezone)} />);
  return (
    <div className={css.facts}>
      <Facts>
        {guest.erasedAt === null && (
          <>
            <Fact name={texts.email}>
              <bdi>{guest.email}</bdi>
            </Fact>
            <Fact name={texts.verifiedOn}>{day(guest.verifiedAt)}</Fact>
          </>
        )}
        <Fact name={texts.stays}>{guest.staysCount}</Fact>
        <Fact name={texts.firstStay}>{day(guest.firstStayAt)}</Fact>
        <Fact name={texts.lastStay}>{day(guest.lastStayAt)}</Fact>
        <Fact name={texts.knownSince}>{day(guest.createdAt)}</Fact>
      </Facts>
    </div>
  );
}
