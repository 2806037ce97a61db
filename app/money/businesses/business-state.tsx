/** The badge with the state of a business, for the back office. */
import { BUSINESS_STATE_LABELS, type BusinessState } from "../../domain/business.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";

const TONES = { asked: "wait", open: "good", refused: "bad", closed: "bad" } as const;

export const BusinessStateBadge = ({ state }: { state: BusinessState }) => (
  <StatusBadge tone={TONES[state]}>{BUSINESS_STATE_LABELS[state]}</StatusBadge>
);
