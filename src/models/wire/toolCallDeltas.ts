/**
 * Tool calls that come in pieces. A piece belongs to a call by index and id together, since servers leave out either, or give
 * every parallel call the index 0, or every call the same id.
 */
import { isObject, type JsonObject } from '../../core/json.ts';
import type { JsonRecord } from '../types.ts';
import { count, object, parseJson, text } from './reading.ts';

interface Call {
  index: number | null;
  id: string | null;
  name: string;
  arguments: string;
  /** Whatever else a provider adds, such as signatures. */
  rest: JsonRecord;
}

interface Piece {
  readonly index: number | null;
  readonly id: string | null;
  readonly name: string;
  readonly arguments: string;
}

export class ToolCallDeltas {
  readonly #calls: Call[] = [];

  /** Returns which call the piece continues, its name so far, and the new text. */
  push(delta: JsonObject): { index: number; name: string; text: string } {
    const { index: _index, id: _id, function: called, ...rest } = delta;
    const { name, arguments: source, ...more } = object(called);
    const piece: Piece = {
      index: count(delta['index']),
      id: text(delta['id']) || null,
      name: text(name) ?? '',
      arguments: typeof source === 'string' ? source : isObject(source) ? JSON.stringify(source) : '',
    };
    const call = this.#callOf(piece) ?? this.#open(piece);
    call.index ??= piece.index;
    call.id ??= piece.id;
    if (piece.name !== call.name) call.name += piece.name; // some repeat the name in every piece
    call.arguments += piece.arguments;
    Object.assign(call.rest, rest, Object.keys(more).length > 0 ? { function: more } : {});
    return { index: this.#calls.indexOf(call), name: call.name, text: piece.arguments };
  }

  whole(): JsonObject[] {
    return this.#calls.map(({ id, name, arguments: source, rest }) => ({
      ...rest,
      ...(id === null ? {} : { id }),
      function: { ...object(rest['function']), name, arguments: source },
    }));
  }

  #callOf(piece: Piece): Call | null {
    const { index, id } = piece;
    const sameIndex = this.#calls.filter((call) => index === null || call.index === null || call.index === index);
    if (id !== null) {
      const known = sameIndex.filter((call) => call.id === id).at(-1);
      if (known) return known;
    }
    // Without an index, what follows belongs to the call opened last; an id may also come later than its call.
    const open = (index === null ? this.#calls : sameIndex).at(-1);
    if (!open || (id !== null && open.id !== null) || (id !== null && index === null)) return null;
    return startsAnew(open, piece) ? null : open;
  }

  #open({ index, id }: Piece): Call {
    const call: Call = { index, id, name: '', arguments: '', rest: {} };
    this.#calls.push(call);
    return call;
  }
}

/** A named piece after a call whose arguments are complete. */
function startsAnew(open: Call, { name, arguments: source }: Piece): boolean {
  return name !== '' && open.name !== '' && isObject(parseJson(open.arguments)) && (source !== '' || name !== open.name);
}
