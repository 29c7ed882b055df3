/** Whether a loop has done so much since it last let others run that it should do so again. */
export function createTurns(most: number): (done: number) => boolean {
  let sinceYield = 0;
  return (done) => {
    sinceYield += done;
    if (sinceYield < most) return false;
    sinceYield = 0;
    return true;
  };
}
