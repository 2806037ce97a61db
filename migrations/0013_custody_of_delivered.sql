-- A parcel that was delivered before custody was recorded: its hand-over to the receiver is in the ledger, too, so that every holder follows from it.
INSERT INTO custody_entries (piece_id, from_kind, to_kind, occurred_at, received_at, method, by_name)
SELECT id, 'sender', 'receiver', held_since, held_since, 'typed', 'Before custody was recorded'
FROM pieces p
WHERE holder_kind = 'receiver' AND held_since IS NOT NULL AND NOT EXISTS (SELECT FROM custody_entries c WHERE c.piece_id = p.id);
