/* toml_tomlpp.cc: the values of a TOML text, by toml++ */
#include <cstdbool>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>

/* The whole library in this file: a shared one costs every command the time
 * to load it. */
#undef TOML_SHARED_LIB
#undef TOML_HEADER_ONLY
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

/* in C++ a function that is called like a struct hides its constructor */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/toml.h"
#include "base/toml_backend.h"

extern const char *const toml_backend = "toml++";
}
#pragma GCC diagnostic pop

namespace {

/* Put the values of `from` into `to`; false where the two differ. */
bool fill(arena *a, const toml::node *from, ::node *to);

bool
fill_table(arena *a, const toml::table *from, ::node *to)
{
	if (from == nullptr || from->size() != to->n)
		return false;
	for (::node *c = to->child; c != nullptr; c = c->next)
		if (!fill(a, from->get(c->key), c))
			return false;
	return true;
}

bool
fill_array(arena *a, const toml::array *from, ::node *to)
{
	std::size_t i = 0;

	if (from == nullptr || from->size() != to->n)
		return false;
	for (::node *c = to->child; c != nullptr; c = c->next)
		if (!fill(a, from->get(i++), c))
			return false;
	return true;
}

bool
fill_string(arena *a, const toml::value<std::string> *from, ::node *to)
{
	if (from == nullptr)
		return false;

	const std::string &s = from->get();

	to->s = arena_strndup(a, s.c_str(), s.size());
	return s.find('\0') == s.npos;
}

bool
fill(arena *a, const toml::node *from, ::node *to)
{
	if (from == nullptr)
		return false;
	switch (to->type) {
	case NODE_STRING:
		return fill_string(a, from->as_string(), to);
	case NODE_INT:
		if (const auto *v = from->as_integer()) {
			to->i = v->get();
			return true;
		}
		return false;
	case NODE_BOOL:
		if (const auto *v = from->as_boolean()) {
			to->i = v->get();
			return true;
		}
		return false;
	case NODE_ARRAY:
		return fill_array(a, from->as_array(), to);
	case NODE_TABLE:
		return fill_table(a, from->as_table(), to);
	}
	return false;
}

} // namespace

extern "C" int
toml_backend_fill(err *e, arena *a, const char *text, std::size_t len,
	::node *outline)
{
	try {
		const toml::table root =
		    toml::parse(std::string_view(text, len));

		if (fill_table(a, &root, outline))
			return ERR_OK;
		return err_set(e, ERR_INPUT,
		    "toml++ reads another tree than was checked");
	} catch (const toml::parse_error &bad) {
		return err_set(e, ERR_INPUT, "line %u: toml++: %.*s",
		    static_cast<unsigned>(bad.source().begin.line),
		    static_cast<int>(bad.description().size()),
		    bad.description().data());
	} catch (const std::bad_alloc &) {
		arena_out_of_memory();
	} catch (const std::exception &bad) {
		return err_set(e, ERR_SYSTEM, "toml++: %s", bad.what());
	} catch (...) {
		return err_set(e, ERR_SYSTEM, "toml++ failed");
	}
}
