import { Link } from '@tanstack/react-router';
import { isLodgingError } from '../../../api/lodging.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { Refusal } from '../../../ui/notice.tsx';
import { BookingName } from './booking-name.tsx';
import css from './panels.module.css';

interface BlockRefusalProps {
  readonly error: unknown;
  readonly onTryAgain?: (() => unknown) | undefined;
}

/** Why nights cannot be closed, with the stays in the way. */
export function BlockRefusal({ error, onTryAgain }: BlockRefusalProps) {
  const { calendar: texts } = useTexts();
  const stays = isLodgingError(error) && error.code === 'block_conflict' ? error.reservationIds : [];
  return (
    <Refusal error={error} onTryAgain={onTryAgain}>
      {stays.length > 0 && (
        <div>
          <p>{texts.inTheWay}</p>
          <ul className={css.stays}>
            {stays.map((id) => (
              <li key={id}>
                <Link to="/bookings/$id" params={{ id }}>
                  <BookingName id={id} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Refusal>
  );
}
