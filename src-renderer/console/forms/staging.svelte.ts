import { Failure } from '#shared/errors.ts';
import type { Stores } from '../../stores/context.ts';
import { stageFile, stageFiles, type StagedFile } from '../../stores/project/staged-files.ts';

/** The position of the file that is being sent to the core, and the share that the core received, from 0 to 1. */
export interface StagingProgress {
  index: number;
  share: number;
}

/** Sends the chosen files of a form to the core. The control `file` shows the progress. */
export class Staging {
  /** Null: no file is being sent. */
  progress = $state.raw<StagingProgress | null>(null);

  /** Fails: like `stageFile`, with `file` as the field. */
  stage({ session }: Pick<Stores, 'session'>, files: readonly File[], signal: AbortSignal): Promise<StagedFile[]> {
    return this.#run((onprogress) => stageFiles(session, files, { onprogress, signal }));
  }

  /** Fails: like `stageFile`, with `file` as the field. */
  stageOne({ session }: Pick<Stores, 'session'>, file: File): Promise<StagedFile> {
    return this.#run((onprogress) => stageFile(session, file, { onprogress: (share) => onprogress(0, share) }));
  }

  async #run<T>(send: (onprogress: (index: number, share: number) => void) => Promise<T>): Promise<T> {
    this.progress = { index: 0, share: 0 };
    try {
      return await send((index, share) => (this.progress = { index, share }));
    } catch (thrown) {
      throw Failure.fromData({ ...Failure.from(thrown).toData(), field: 'file' });
    } finally {
      this.progress = null;
    }
  }
}
