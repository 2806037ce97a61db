/**
 * The jobs that remove the files of pictures. A job has the keys of the files, because the pictures' rows are already
 * deleted.
 */
import { jobKind } from "../jobs/job-kind.ts";

export type PicturesJob = { keys: string[] };
export const PICTURE_REMOVALS = jobKind<PicturesJob>("pictures");
