/** The state of a business in the back office, as a badge. */
import { BUSINESS_STATE_LABELS, type BusinessState } from "../../domain/business.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";

const TONES = { asked: "wait", open: "good", refused: "bad", closed: "bad" } as const;

export const BusinessStateBadge = ({ state }: { state: BusinessState }) => (
  <StatusBadge tone={TONES[state]}>{BUSINESS_STATE_LABELS[state]}</StatusBadge>
);
