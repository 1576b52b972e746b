import type { CarryState } from "./carry-over.ts";

/** Whether no other run has taken the step: the place is still that of parameter `number`. */
export const isUnmoved = (number: number): string =>
  `(SELECT phase || place FROM visit_carry_state) = ?${number}`;

/** The value of that parameter. */
export const unmovedValue = ({ phase, place }: CarryState): string => phase + place;

/** The statement that says what was carried last, and goes on with the next phase where this one has ended. */
export const moveTo = (
  db: D1Database,
  state: CarryState,
  { phase = state.phase, place }: { phase?: CarryState["phase"]; place: readonly unknown[] },
): D1PreparedStatement =>
  db
    .prepare(`UPDATE visit_carry_state SET phase = ?1, place = ?2 WHERE ${isUnmoved(3)}`)
    .bind(phase, JSON.stringify(place), unmovedValue(state));
