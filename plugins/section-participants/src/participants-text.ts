/** Somebody who takes part in the conversation: a person, or an agent of the harness itself. */
export interface Participant {
  /** What the others call them by; unique. */
  readonly id: string;
  readonly name?: string;
  readonly role?: string;
  readonly description?: string;
}

/** The participants, one a line, in their declared order; `""` where there are none. */
export function participantsText(participants: readonly Participant[]): string {
  if (participants.length === 0) return "";
  return ["# Participants", "", ...participants.map(participantLine)].join("\n");
}

function participantLine({ id, name, role, description }: Participant): string {
  const who = [name, role].flatMap((each) => (each === undefined ? [] : [oneLine(each)])).join(", ");
  return `- ${oneLine(id)}${who === "" ? "" : ` (${who})`}${description === undefined ? "" : `: ${oneLine(description)}`}`;
}

/** A participant is one line, so that a line break in a description does not look like another participant. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
