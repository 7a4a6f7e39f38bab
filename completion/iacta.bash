# bash completion for iacta: commands, options, systems, sides, files
_iacta()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
	local command=${COMP_WORDS[1]}

	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W "$(iacta help --words 2>/dev/null)" -- "$cur"))
		return
	fi
	case $prev in
	--side | -s)
		COMPREPLY=($(compgen -W "$(sed -n 's/^name = "\(.*\)"/\1/p' game.toml */game.toml 2>/dev/null)" -- "$cur"))
		return ;;
	--key | -k)
		COMPREPLY=($(compgen -f -X '!*.key' -- "$cur"))
		return ;;
	esac
	case $cur in
	-*)
		COMPREPLY=($(compgen -W "$(iacta help "$command" --words 2>/dev/null)" -- "$cur"))
		return ;;
	esac
	case $command in
	new | games | play | selfplay)
		COMPREPLY=($(compgen -W "$(iacta games 2>/dev/null | sed -n 's/^    \([^ ]*\).*/\1/p')" -- "$cur")) ;;
	help)
		COMPREPLY=($(compgen -W "$(iacta help --words 2>/dev/null)" -- "$cur")) ;;
	esac
	COMPREPLY+=($(compgen -f -- "$cur"))
}
complete -o filenames -F _iacta iacta
