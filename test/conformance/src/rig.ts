import { createKernel, install, type Kernel, type SectionDeclaration } from "@varve/kernel";
import { validate } from "./schema.ts";
import { standIns } from "./stand-ins/stand-ins.ts";
import type { MakeSubject, Subject } from "./subject.ts";
import { type Tap, Watch } from "./watch/watch.ts";

export interface RigOptions {
  /** `copied`: executors get contexts that they can change, and what they change is noted. Absent: frozen, as always. */
  readonly contexts?: "frozen" | "copied";
  /** Whether the kit's model answers, or the first time does not until the signal aborts. Absent: it answers. */
  readonly model?: "answers" | "hangs_once";
}

/** A real kernel with one instance of the plugin in it, watched, and the kit's executors behind it. */
export class Rig implements AsyncDisposable {
  readonly kernel: Kernel;
  readonly watch: Watch;
  readonly subject: Subject;

  private constructor(kernel: Kernel, watch: Watch, subject: Subject) {
    this.kernel = kernel;
    this.watch = watch;
    this.subject = subject;
  }

  /** @throws what applying the plugin throws */
  static async of(make: MakeSubject, options: RigOptions = {}): Promise<Rig> {
    return Rig.over(await make(), options);
  }

  /** Another kernel over the same subject. */
  static async over(subject: Subject, { contexts = "frozen", model = "answers" }: RigOptions = {}): Promise<Rig> {
    const watch = new Watch(contexts);
    const others = new Watch("frozen");
    const standing = standIns({
      declared: () => [...watch.declared, ...others.declared],
      tappedSections: () => new Set([...watch.taps, ...others.taps].flatMap(({ hookPoint }) => sectionOf(hookPoint))),
      model,
    });
    const kernel = await createKernel({
      plugins: [
        watch.over(install(subject.plugin, subject.options)),
        ...(subject.plugins ?? []).map((installation) => others.over(installation)),
        standing,
      ],
      validate,
    });
    return new Rig(kernel, watch, subject);
  }

  /** What the plugin taps. */
  get taps(): readonly Tap[] {
    return this.watch.taps;
  }

  /** The sections that the plugin declares. */
  get declared(): readonly SectionDeclaration[] {
    return this.watch.declared;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.subject.dispose?.();
  }
}

/** The operation of a hook point: `compaction.keep` of `compaction.keep.in`. */
export function operationOf(hookPoint: string): string {
  return hookPoint.slice(0, hookPoint.lastIndexOf("."));
}

function sectionOf(hookPoint: string): readonly string[] {
  const [first, id] = hookPoint.split(".");
  return first === "section" && id !== undefined ? [id] : [];
}
