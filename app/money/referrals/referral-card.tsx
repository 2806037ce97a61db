/** The referral code to share, and the person's referrals. */
import { formatDate } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Amount } from "../../ui/amount.tsx";
import type { MyReferral } from "./referrals.server.ts";

/** `rewardKobo` is null while rewards are off. */
type Credit = { creditKobo: number; rewardKobo: number | null };
type CardProps = { code: string | null; link: string; chat: string; credit: Credit };

export function ReferralCard({ code, link, chat, credit: { creditKobo, rewardKobo } }: CardProps) {
  if (!code) return <p>Not Available</p>;
  return (
    <div className="grid gap-4">
      <p className="text-muted">Share your code. People who sign up with it appear below.</p>
      {rewardKobo !== null && (
        <p>
          You get <Amount>{formatNaira(rewardKobo)}</Amount> credit for each person whose first paid parcel
          was delivered a week ago.
        </p>
      )}
      {creditKobo > 0 && (
        <p className="font-semibold">
          Your credit: <Amount>{formatNaira(creditKobo)}</Amount>. It comes off the price of your next
          booking.
        </p>
      )}
      <input
        readOnly
        value={code}
        aria-label="Your referral code"
        className="w-full border-2 border-dashed border-ink bg-field px-3 py-2 font-display text-3xl font-extrabold tracking-[0.12em] text-ink"
      />
      <div className="flex flex-wrap gap-3">
        <CopyButton
          text={code}
          label="Copy code"
          copiedToast={{ title: "Copied!", text: "Referral code copied to clipboard." }}
        />
        <CopyButton
          text={link}
          label="Copy link"
          copiedToast={{ title: "Copied!", text: "Sign-up link copied to clipboard." }}
        />
        <ButtonLink href={chat} external variant="secondary" size="sm">
          Share on WhatsApp
        </ButtonLink>
      </div>
    </div>
  );
}

export function MyReferrals({ rows, total }: { rows: MyReferral[]; total: number }) {
  if (rows.length === 0) return <p className="text-muted">Nobody has signed up with your code yet.</p>;
  return (
    <>
      <ul className="divide-y-2 divide-line border-y-2 border-line">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-semibold">{row.name}</p>
              <p className="text-sm text-muted">{formatDate(row.createdAt)}</p>
            </div>
            <StatusBadge tone={row.status === "completed" ? "good" : "wait"}>
              {row.status === "completed" ? "Completed" : "Pending"}
            </StatusBadge>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="mt-2 text-sm text-muted">
          The newest {rows.length} of {total}.
        </p>
      )}
    </>
  );
}
