/** CASH-15: asks the sender, on the booking's own page, whether they agreed to a smaller amount. */
import { Form } from "react-router";
import { formatDateTime } from "../../domain/dates.ts";
import { lessQuestion } from "../../domain/less-agreed.ts";
import { formatNaira } from "../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import type { LessView } from "./answer-less.server.ts";

export function LessPart({ until, formKey, ...less }: LessView) {
  return (
    <section aria-labelledby="less" className="my-6 border-l-8 border-danfo bg-card px-4 py-4">
      <h2 id="less" className="font-display text-xl font-extrabold">
        {lessQuestion(less)}
      </h2>
      <p className="mt-1">Our rider told us so when the parcel was delivered.</p>
      {less.deliveryKobo > 0 && (
        <p className="mt-1">
          If it is right, you still pay {formatNaira(less.deliveryKobo)} for the delivery.
        </p>
      )}
      <p className="mt-1 text-muted">
        Answer by {formatDateTime(until)}. If it is not right, or you do not answer, we look into the
        difference. You owe nothing by that.
      </p>
      <Form method="post" noValidate className="mt-4 grid gap-3">
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="intent" value="answer-less" />
        <Button type="submit" name="agreed" value="yes" variant="secondary" className="min-h-14 w-full">
          Yes, I agreed
        </Button>
        <Button type="submit" name="agreed" value="no" variant="secondary" className="min-h-14 w-full">
          No, I did not
        </Button>
      </Form>
    </section>
  );
}
